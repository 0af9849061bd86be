import type { Fact } from './fact.ts'

/** One fact at two moments; null where it did not apply. */
export interface FactComparison {
  key: string
  label: string
  field: Fact['field']
  before: string | null
  after: string | null
}

export function compareFacts(
  then: Fact[],
  now: Fact[],
): { different: FactComparison[]; same: FactComparison[] } {
  const thenByKey = new Map(then.map((fact) => [fact.key, fact]))
  const nowByKey = new Map(now.map((fact) => [fact.key, fact]))
  const all = [...new Map([...thenByKey, ...nowByKey]).values()].map(({ key, label, field }) => ({
    key,
    label,
    field,
    before: thenByKey.get(key)?.value ?? null,
    after: nowByKey.get(key)?.value ?? null,
  }))
  return {
    different: all.filter((it) => it.before !== it.after),
    same: all.filter((it) => it.before === it.after),
  }
}
