import type { ReactNode } from 'react'

import { Avatar } from '#web/components/Avatar.tsx'
import { useTranslation } from '#web/i18n.tsx'

import type { FactComparison } from './compare-facts.ts'

export interface ComparedSide {
  label: string
  state: { name: string }
  photoUrl: string | null
}

interface Props {
  rows: FactComparison[]
  earlier: ComparedSide
  later: ComparedSide
}

/** Further rows are collapsed, so that the history of an old account fits on a phone. */
const maxRows = 6

export function Differences({ rows, earlier, later }: Props) {
  const t = useTranslation()
  const hidden = rows.slice(maxRows)
  return (
    <>
      <DifferencesTable rows={rows.slice(0, maxRows)} {...{ earlier, later }} />
      {hidden.length > 0 && (
        <details className="unchanged-facts">
          <summary>{t.n(hidden.length, 'One more difference', '{count} more differences')}</summary>
          <DifferencesTable rows={hidden} {...{ earlier, later }} />
        </details>
      )}
    </>
  )
}

function DifferencesTable({ rows, earlier, later }: Props) {
  const t = useTranslation()
  return (
    <table className="diff-table">
      <caption className="visually-hidden">{t('Differences')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{earlier.label}</th>
          <th scope="col">{later.label}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-difference={differenceOf(row)}>
            <th scope="row">
              {row.label}
              <ChangeLabel {...row} />
            </th>
            <DifferenceCell
              side={earlier}
              fact={row.key}
              value={row.before}
              missing={t('Not yet')}
            />
            <DifferenceCell side={later} fact={row.key} value={row.after} missing={t('Gone')}>
              {row.items && <SessionItems items={row.items} />}
            </DifferenceCell>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  side: ComparedSide
  fact: string
  value: string | null
  missing: string
  children?: ReactNode
}

function DifferenceCell({ side, fact, value, missing, children }: CellProps) {
  const { label, state, photoUrl } = side
  return (
    <td data-label={label}>
      <span className="fact">
        {fact === 'photo' && <Avatar name={state.name} profile_photo_url={photoUrl} size="large" />}
        {value ?? <span className="missing-value">{missing}</span>}
      </span>
      {children}
    </td>
  )
}

function SessionItems({ items }: { items: FactComparison[] }) {
  const t = useTranslation()
  const ended = items.filter(({ after }) => after === null).length
  const counts = [
    ended > 0 && t.n(ended, 'one ended', '{count} ended'),
    ended < items.length && t.n(items.length - ended, 'one started', '{count} started'),
  ]
  return (
    <details className="difference-items">
      <summary>{counts.filter(Boolean).join(', ')}</summary>
      <ul>
        {items.map((item) => (
          <li key={item.key} data-difference={differenceOf(item)}>
            {item.after ?? item.before}
          </li>
        ))}
      </ul>
    </details>
  )
}

function ChangeLabel({ before, after }: Pick<FactComparison, 'before' | 'after'>) {
  const t = useTranslation()
  return (
    <span className="difference-label">
      {before === null ? t('New') : after === null ? t('Gone') : t('Changed')}
    </span>
  )
}

function differenceOf({ before, after }: FactComparison): 'new' | 'gone' | 'changed' {
  return before === null ? 'new' : after === null ? 'gone' : 'changed'
}
