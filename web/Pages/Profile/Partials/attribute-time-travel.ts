import { attributeField } from '#app/profile-fields.ts'
import type { FactRow } from '#web/components/time-travel/fact.ts'
import { attributeText } from '#web/lib/attribute-text.ts'
import type { TimeTravelFeature } from '#web/Pages/TimeTravel/Partials/time-travel-features.ts'

export const attributeTimeTravel: TimeTravelFeature = {
  facts({ attributes: values }, { t, attributes }) {
    const names = new Set(attributes.map(({ name }) => name))
    const declared = attributes.map(({ name, label, visibility, input }): FactRow => {
      const value = attributeText(t, values[name]?.value, input) ?? t('Not set')
      return [
        `attribute ${name}`,
        label,
        value,
        visibility === 'managed' ? null : attributeField(name),
      ]
    })
    const undeclared = Object.entries(values)
      .filter(([name]) => !names.has(name))
      .map(([name, { value }]): FactRow => [`attribute ${name}`, name, attributeText(t, value)])
    return [...declared, ...undeclared]
  },
}
