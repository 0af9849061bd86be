import { useTranslation } from '#web/i18n.tsx'

import { Checkbox } from './Checkbox.tsx'

/** Also counts for the links to providers on the page. */
export function RememberCheckbox() {
  const t = useTranslation()
  return <Checkbox name="remember">{t('Keep me signed in on this device')}</Checkbox>
}
