import type { Translator } from '@foyer/i18n'

import { type Fact, factName } from './fact.ts'

/** One fact at two moments; null where it did not apply. */
export interface FactComparison {
  key: string
  label: string
  field: Fact['field']
  before: string | null
  after: string | null
  /** The rows that a folded row stands for. */
  items?: FactComparison[]
}

export interface ComparedFacts {
  different: FactComparison[]
  same: FactComparison[]
}

/** @param order  of the differences */
export function compareFacts(
  then: Fact[],
  now: Fact[],
  order: (a: FactComparison, b: FactComparison) => number = () => 0,
): ComparedFacts {
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
    different: all.filter((it) => it.before !== it.after).toSorted(order),
    same: all.filter((it) => it.before === it.after),
  }
}

/** Folds all sessions into one row with their number: "Sessions: 6 then, 8 now". */
export function foldSessions(t: Translator, { different, same }: ComparedFacts): ComparedFacts {
  const items = different.filter(isSession)
  const unchanged = same.filter(isSession)
  const sessions = [...items, ...unchanged]
  if (sessions.length === 0) return { different, same }
  const count = (side: 'before' | 'after') =>
    t.number(sessions.filter((it) => it[side] !== null).length)
  const folded: FactComparison = {
    key: 'session',
    label: t('Sessions'),
    field: null,
    before: count('before'),
    after: count('after'),
    items: items.length > 0 ? items : unchanged,
  }
  const others = { different: withoutSessions(different), same: withoutSessions(same) }
  return items.length > 0
    ? { ...others, different: [...others.different, folded] }
    : { ...others, same: [...others.same, folded] }
}

const isSession = (fact: Pick<Fact, 'key'>) => factName(fact) === 'session'
const withoutSessions = (facts: FactComparison[]) => facts.filter((fact) => !isSession(fact))
