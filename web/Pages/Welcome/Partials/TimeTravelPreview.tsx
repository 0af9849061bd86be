import { useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'

interface Moment {
  daysAgo: number
  title: string
  sessions: number
  passkeys: number
  tokens: number
}

/** A small Time Travel with an example account. The handle works once the page has loaded its script. */
export function TimeTravelPreview() {
  const t = useTranslation()
  const moments = useExampleMoments()
  const [index, setIndex] = useState(4)
  const now = moments.at(-1)
  const then = moments[index]
  if (!now || !then) return null
  const ago = t.relative(-then.daysAgo, 'day')

  return (
    <figure className="preview">
      <div className="preview-card">
        <p className="preview-moment">
          <time dateTime={`P${then.daysAgo}D`}>{ago}</time>
          <span>{then.title}</span>
        </p>
        <div className="preview-track" dir="ltr">
          <Chart fraction={index / (moments.length - 1)} />
          <input
            type="range"
            min={0}
            max={moments.length - 1}
            value={index}
            onChange={({ target }) => setIndex(Number(target.value))}
            aria-label={t('Time in an example account')}
            aria-valuetext={`${ago}, ${then.title}`}
          />
        </div>
        <Facts then={then} now={now} />
      </div>
      <figcaption>
        {t(
          "Time Travel: drag the handle to see your account as it was at any time. Undo what wasn't you.",
        )}
      </figcaption>
    </figure>
  )
}

function useExampleMoments(): Moment[] {
  const t = useTranslation()
  return [
    { daysAgo: 94, title: t('Account created'), sessions: 1, passkeys: 0, tokens: 0 },
    { daysAgo: 90, title: t('Passkey added'), sessions: 1, passkeys: 1, tokens: 0 },
    { daysAgo: 61, title: t('Signed in on a phone'), sessions: 2, passkeys: 1, tokens: 0 },
    { daysAgo: 33, title: t('API token created'), sessions: 2, passkeys: 1, tokens: 1 },
    { daysAgo: 22, title: t('Unknown device signed in'), sessions: 3, passkeys: 1, tokens: 2 },
    { daysAgo: 21, title: t('"This wasn\'t me" reported'), sessions: 1, passkeys: 1, tokens: 1 },
    { daysAgo: 0, title: t('Nothing unusual'), sessions: 2, passkeys: 1, tokens: 1 },
  ]
}

const barHeights = [6, 1, 0, 5, 2, 1, 0, 4, 2, 1, 0, 3, 1, 2, 1, 9, 3, 1, 0, 6, 2, 1, 0, 2]
const chartWidth = barHeights.length
const chartHeight = 10
const bars = barHeights
  .map((height, index) => `M${index + 0.15} ${chartHeight}v-${height}h.7v${height}z`)
  .join('')

/** Attributes instead of styles, which the content security policy blocks in a document. */
function Chart({ fraction }: { fraction: number }) {
  const x = fraction * chartWidth
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${chartWidth} ${chartHeight}`} preserveAspectRatio="none">
      <path d={bars} />
      <rect x={x} width={chartWidth - x} height={chartHeight} />
      <path className="preview-mark" d={`M${x} 0v${chartHeight}`} />
    </svg>
  )
}

function Facts({ then, now }: { then: Moment; now: Moment }) {
  const t = useTranslation()
  const facts = [
    [t('Sessions'), then.sessions, now.sessions],
    [t('Passkeys'), then.passkeys, now.passkeys],
    [t('API tokens'), then.tokens, now.tokens],
  ] as const
  return (
    <table className="preview-facts">
      <thead>
        <tr>
          <th scope="col">{t('What')}</th>
          <th scope="col">{t('Then')}</th>
          <th scope="col">{t('Now')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(([name, before, after]) => (
          <tr key={name} data-changed={before !== after || undefined}>
            <th scope="row">{name}</th>
            <td>{t.number(before)}</td>
            <td>{t.number(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
