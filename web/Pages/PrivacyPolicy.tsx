import type { Pages } from '#app/pages.ts'
import { LegalText } from '#web/components/LegalText.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Plain } from '#web/Layouts/Plain.tsx'

export default function PrivacyPolicy(document: Pages['PrivacyPolicy']) {
  const t = useTranslation()
  return <LegalText title={t('Privacy Policy')} {...document} />
}

PrivacyPolicy.layout = [Plain]
