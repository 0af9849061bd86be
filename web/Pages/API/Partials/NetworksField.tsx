import { Field } from '#web/components/Field.tsx'
import { useTranslation } from '#web/i18n.tsx'

export function NetworksField({ networks = [] }: { networks?: string[] }) {
  const t = useTranslation()
  return (
    <Field
      name="networks"
      label={t('Allowed IP addresses (optional)')}
      required={false}
      autoComplete="off"
      spellCheck={false}
      defaultValue={networks.join(', ')}
      hint={t(
        'Such as 192.0.2.7 or 2001:db8::/32, separated by commas. Leave empty to allow any IP address.',
      )}
    />
  )
}
