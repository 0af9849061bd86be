import type { RequirementProps } from '#app/teams/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

import { requirementTexts } from './requirement-texts.ts'

interface Props {
  intro: string
  requirements: RequirementProps
}

/** Lists the requirements. Renders nothing without any. */
export function RequirementList({ intro, requirements }: Props) {
  const t = useTranslation()
  const texts = requirementTexts(t, requirements)
  if (texts.length === 0) return null
  return (
    <div className="grid gap-1">
      <p>{intro}</p>
      <ul className="list-disc ps-6">
        {texts.map(({ name, text }) => (
          <li key={name}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
