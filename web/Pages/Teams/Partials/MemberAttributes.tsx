import type { Pages } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { attributeText } from '#web/lib/attribute-text.ts'

type Props = Pick<Pages['Teams/Members'], 'attributes' | 'attributeValues'> & { member: string }

/** One line for each public attribute that the member has filled in. */
export function MemberAttributes({ attributes, attributeValues, member }: Props) {
  const t = useTranslation()
  const values = attributeValues[member] ?? {}
  return attributes.map(({ name, label, input }) => {
    const text = attributeText(t, values[name], input)
    if (text === null) return null
    return (
      <span key={name} className="text-muted text-13 wrap-anywhere">
        {t('{label}: {value}', { label, value: text })}
      </span>
    )
  })
}
