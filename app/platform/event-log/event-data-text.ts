/** One line with the readable values of an event: changes as "before → after", then other texts and numbers. No ids. */
export function eventDataText(data: Record<string, unknown>): string {
  const { before, after, from, to, ...others } = data
  return [
    ...changes(from, to),
    ...changes(before, after),
    ...Object.entries(others).flatMap(([, value]) => texts(value)),
  ].join(' · ')
}

function changes(before: unknown, after: unknown): string[] {
  if (before === undefined && after === undefined) return []
  if (!isRecord(before) || !isRecord(after)) return [arrow(before, after)]
  return Object.keys(after)
    .filter((key) => changeTexts(before[key]).join() !== changeTexts(after[key]).join())
    .map((key) => arrow(before[key], after[key]))
}

function arrow(before: unknown, after: unknown): string {
  const [left, right] = [changeTexts(before).join(', '), changeTexts(after).join(', ')]
  return left === '' && right === '' ? '' : `${left || '–'} → ${right || '–'}`
}

/** Whether something is so matters only where it changes. */
function changeTexts(value: unknown): string[] {
  return typeof value === 'boolean' ? [String(value)] : texts(value)
}

function texts(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'string') return idPattern.test(value) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  return []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
