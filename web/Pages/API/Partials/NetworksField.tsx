import { Field } from '#web/parts/Field.tsx'
import { useText } from '#web/text.tsx'

export function NetworksField({ networks = [] }: { networks?: string[] }) {
  const t = useText()
  return (
    <Field
      name="networks"
      label={t('Only from these network addresses (optional)')}
      required={false}
      autoComplete="off"
      spellCheck={false}
      defaultValue={networks.join(', ')}
      hint={t('Such as 192.0.2.7 or 2001:db8::/32, apart by commas. Empty: from anywhere.')}
    />
  )
}
