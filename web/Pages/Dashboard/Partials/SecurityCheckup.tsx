import { Fragment } from 'react'

import type { SecurityIssue } from '#app/pages.ts'
import { accountFeatures, type SecurityFix } from '#web/account-features.ts'
import { ButtonLink } from '#web/components/Button.tsx'
import { Card } from '#web/components/Card.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { alert } from '#web/components/icons/alert.ts'
import { key } from '#web/components/icons/key.ts'
import { shield } from '#web/components/icons/shield.ts'
import { usePasskeySupport } from '#web/hooks/use-passkey-support.ts'
import { useTranslation } from '#web/i18n.tsx'
import { accountSectionUrl } from '#web/lib/account-sections.ts'
import { route } from '#web/route.ts'

import { PasskeyOffer } from './PasskeyOffer.tsx'

interface Props {
  issues: SecurityIssue[]
  hasPasskeyOffer: boolean
}

export function SecurityCheckup({ issues, hasPasskeyOffer }: Props) {
  const t = useTranslation()
  const fixes = useFixes()
  const isOffered = usePasskeySupport() && hasPasskeyOffer
  const items = issues.flatMap((issue) => {
    const fix = fixes[issue]
    return fix ? [{ issue, fix }] : []
  })
  const count = items.length
  const headline =
    count === 0
      ? t('Your account is secure')
      : t.n(count, 'One thing to improve', '{count} things to improve')
  return (
    <div className="dashboard-wide">
      <Card title={headline}>
        <ul className="security-issues">
          {!issues.includes('second-factor') && (
            <li>
              <span className="text-accent">
                <Icon path={shield} />
              </span>
              <p>{t('Your account is protected by more than a password.')}</p>
            </li>
          )}
          {items.map(({ issue, fix }, index) => {
            // A passkey is a second factor, too.
            const isReplaced = isOffered && (issue === 'second-factor' || issue === 'passkey')
            return (
              <Fragment key={issue}>
                {isReplaced && (
                  <PasskeyOffer isFirst={index === 0} isOnlyStep={issue === 'second-factor'} />
                )}
                <Item issue={issue} fix={fix} isFirst={index === 0} isReplaced={isReplaced} />
              </Fragment>
            )
          })}
        </ul>
      </Card>
    </div>
  )
}

interface ItemProps {
  issue: SecurityIssue
  fix: SecurityFix
  isFirst: boolean
  /** Where script runs, by the offer to add a passkey here. */
  isReplaced: boolean
}

/** The first, most urgent, has the page's primary button. */
function Item({ issue, fix: [description, buttonLabel, href], isFirst, isReplaced }: ItemProps) {
  const isAdvice = adviceIssues.has(issue)
  return (
    <li className={isReplaced ? 'without-script' : undefined}>
      <span className={isAdvice ? 'text-muted' : 'text-attention'}>
        <Icon path={isAdvice ? key : alert} />
      </span>
      <p>{description}</p>
      <ButtonLink href={href} tone={isFirst ? 'primary' : undefined}>
        {buttonLabel}
      </ButtonLink>
    </li>
  )
}

const adviceIssues: ReadonlySet<SecurityIssue> = new Set(['passkey', 'one-passkey'])

function useFixes(): Partial<Record<SecurityIssue, SecurityFix>> {
  const t = useTranslation()
  return {
    address: [
      t("Your email address isn't confirmed, so you can't recover your account with it."),
      t('Confirm your email address'),
      route('verification.notice'),
    ],
    'address-change': [
      t('Your new email address is waiting to be confirmed.'),
      t('Review the change'),
      accountSectionUrl('address'),
    ],
    sessions: [
      t("You're signed in on many devices."),
      t('Review devices'),
      accountSectionUrl('sessions'),
    ],
    ...Object.fromEntries(
      accountFeatures.flatMap((feature) => Object.entries(feature.securityFixes?.(t) ?? {})),
    ),
  }
}
