import type { Attribute } from '#app/attributes.ts'

import { maxEditableAttributes, maxTextLength } from './limits.ts'

export type AttributeList = readonly Attribute[]

/** Whether the person edits it. */
function isEditable({ visibility }: Attribute): boolean {
  return visibility !== 'managed'
}

/** Whether the person sees it on pages, in the API and in Time Travel. */
export function isShown(attribute: Attribute): boolean {
  return attribute.visibility !== 'managed' || attribute.shown
}

export const editable = (list: AttributeList) => list.filter(isEditable)
export const shown = (list: AttributeList) => list.filter(isShown)

/** Stops the server, with every problem of app/attributes.ts in the message. @throws Error */
export function requireValidAttributeList(list: AttributeList): void {
  const problems = list.flatMap((attribute) =>
    problemsOf(attribute).map((problem) => `${attribute.name}: ${problem}`),
  )
  const names = list.map(({ name }) => name)
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  problems.push(...repeated.map((name) => `${name}: declared twice`))
  if (editable(list).length > maxEditableAttributes)
    problems.push(`more than ${maxEditableAttributes} attributes that the person edits`)
  if (problems.length > 0) throw new Error(`app/attributes.ts: ${problems.join('; ')}`)
}

const namePattern = /^[a-z][a-z0-9_]{0,39}$/

function problemsOf(attribute: Attribute): string[] {
  const { name, label } = attribute
  return [
    ...(namePattern.test(name) && !(name in Object.prototype)
      ? []
      : ['the name needs 1 to 40 of a-z, 0-9 and _, a letter first']),
    ...(label.trim() === '' ? ['the label is empty'] : []),
    ...typeProblems(attribute),
  ]
}

function typeProblems(attribute: Attribute): string[] {
  switch (attribute.type) {
    case 'text': {
      const { maxLength } = attribute
      const isAllowed = Number.isInteger(maxLength) && maxLength >= 1 && maxLength <= maxTextLength
      return isAllowed ? [] : [`maxLength is not from 1 to ${maxTextLength}`]
    }
    case 'choice': {
      const values = attribute.options.map(({ value }) => value)
      if (values.length === 0) return ['no options']
      if (values.some((value) => value === '' || value.length > maxTextLength))
        return [`the value of an option is not 1 to ${maxTextLength} characters long`]
      return new Set(values).size === values.length ? [] : ['two options have the same value']
    }
    default:
      return []
  }
}
