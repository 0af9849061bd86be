import type { Fact } from '#web/Pages/TimeTravel/Partials/facts.ts'

/** One thing then and now; null where it was not, or is not. */
export interface Compared {
  key: string
  label: string
  field: Fact['field']
  was: string | null
  is: string | null
}

/** What is not the same, and what is; each in the order of the facts. */
export function compared(then: Fact[], now: Fact[]): { different: Compared[]; same: Compared[] } {
  const before = new Map(then.map((fact) => [fact.key, fact]))
  const after = new Map(now.map((fact) => [fact.key, fact]))
  const all = [...new Map([...before, ...after]).values()].map(({ key, label, field }) => ({
    key,
    label,
    field,
    was: before.get(key)?.value ?? null,
    is: after.get(key)?.value ?? null,
  }))
  return {
    different: all.filter((it) => it.was !== it.is),
    same: all.filter((it) => it.was === it.is),
  }
}
