import type { WeakSpot } from '#app/pages.ts'
import { ButtonLink } from '#web/parts/Button.tsx'
import { Card } from '#web/parts/Card.tsx'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { Icon } from '#web/parts/Icon.tsx'
import { alert } from '#web/parts/icons/alert.ts'
import { key } from '#web/parts/icons/key.ts'
import { shield } from '#web/parts/icons/shield.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

/** What leaves the account weaker than it could be, each with the way to mend it. */
export function CheckUp({ spots }: { spots: WeakSpot[] }) {
  const t = useText()
  const mends = useMends()
  return (
    <div className="dashboard-wide">
      <Card title={t('Security check-up')}>
        {spots.length === 0 ? (
          <EmptyState icon={shield}>
            {t('Nothing is missing. Your account is in good order.')}
          </EmptyState>
        ) : (
          <ul className="weak-spots">
            {!spots.includes('second-factor') && (
              <li>
                <span className="text-accent">
                  <Icon of={shield} />
                </span>
                <p>{t('Your account is protected: a password alone does not open it.')}</p>
              </li>
            )}
            {spots.map((spot) => {
              const [is, button, href] = mends[spot]
              const isAdvice = advice.has(spot)
              return (
                <li key={spot}>
                  <span className={isAdvice ? 'text-muted' : 'text-attention'}>
                    <Icon of={isAdvice ? key : alert} />
                  </span>
                  <p>{is}</p>
                  <ButtonLink href={href}>{button}</ButtonLink>
                </li>
              )
            })}
          </ul>
        )}
      </Card>
    </div>
  )
}

/** What makes a good account better; nothing is wrong without it. */
const advice: ReadonlySet<WeakSpot> = new Set(['passkey', 'one-passkey'])

type Mend = [is: string, button: string, href: string]

function useMends(): Record<WeakSpot, Mend> {
  const t = useText()
  const profile = route('profile.show')
  const tokens = route('api-tokens.index')
  return {
    address: [
      t('Your address is not confirmed, so it cannot bring you back in.'),
      t('Confirm your address'),
      route('verification.notice'),
    ],
    'address-change': [
      t('A new address waits to be confirmed.'),
      t('Look at the change'),
      `${profile}#address`,
    ],
    'second-factor': [
      t('Your password alone opens the account.'),
      t('Add a second factor'),
      `${profile}#two-factor`,
    ],
    'recovery-codes': [
      t('You are running out of recovery codes.'),
      t('Make new codes'),
      `${profile}#two-factor`,
    ],
    'no-password': [
      t('Without a password one passkey is your only way in.'),
      t('Set a password'),
      `${profile}#password`,
    ],
    passkey: [
      t('A passkey cannot be guessed, and nobody can talk you out of it.'),
      t('Add a passkey'),
      `${profile}#passkeys`,
    ],
    'one-passkey': [
      t('A second passkey gets you in when the first is lost.'),
      t('Add another passkey'),
      `${profile}#passkeys`,
    ],
    sessions: [
      t('Many devices are signed in. Is each of them yours?'),
      t('Look through them'),
      '#devices',
    ],
    'tokens-without-end': [t('An access token works for ever.'), t('Look at your tokens'), tokens],
    'tokens-unused': [
      t('An access token was not used for 90 days.'),
      t('Look at your tokens'),
      tokens,
    ],
  }
}
