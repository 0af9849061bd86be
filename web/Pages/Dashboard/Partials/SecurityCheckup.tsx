import type { SecurityIssue } from '#app/pages.ts'
import { accountFeatures, type SecurityFix } from '#web/account-features.ts'
import { ButtonLink } from '#web/components/Button.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { alert } from '#web/components/icons/alert.ts'
import { key } from '#web/components/icons/key.ts'
import { shield } from '#web/components/icons/shield.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function SecurityCheckup({ issues }: { issues: SecurityIssue[] }) {
  const t = useTranslation()
  const fixes = useFixes()
  return (
    <div className="dashboard-wide">
      <Card title={t('Security check-up')}>
        {issues.length === 0 ? (
          <EmptyState icon={shield}>
            {t('Nothing is missing. Your account is in good order.')}
          </EmptyState>
        ) : (
          <ul className="security-issues">
            {!issues.includes('second-factor') && (
              <li>
                <span className="text-accent">
                  <Icon path={shield} />
                </span>
                <p>{t('Your account is protected: a password alone does not open it.')}</p>
              </li>
            )}
            {issues.map((issue) => {
              const fix = fixes[issue]
              if (!fix) return null
              const [description, buttonLabel, href] = fix
              const isAdvice = adviceIssues.has(issue)
              return (
                <li key={issue}>
                  <span className={isAdvice ? 'text-muted' : 'text-attention'}>
                    <Icon path={isAdvice ? key : alert} />
                  </span>
                  <p>{description}</p>
                  <ButtonLink href={href}>{buttonLabel}</ButtonLink>
                </li>
              )
            })}
          </ul>
        )}
      </Card>
    </div>
  )
}

const adviceIssues: ReadonlySet<SecurityIssue> = new Set(['passkey', 'one-passkey'])

function useFixes(): Partial<Record<SecurityIssue, SecurityFix>> {
  const t = useTranslation()
  const profile = route('profile.show')
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
    'no-password': [
      t('Without a password one passkey is your only way in.'),
      t('Set a password'),
      `${profile}#password`,
    ],
    sessions: [
      t('Many devices are signed in. Is each of them yours?'),
      t('Look through them'),
      '#devices',
    ],
    ...Object.fromEntries(
      accountFeatures.flatMap((feature) => Object.entries(feature.securityFixes?.(t) ?? {})),
    ),
  }
}
