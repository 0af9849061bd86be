import type { AccountListRow } from '#app/admin/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { roleLabel } from '#web/lib/role-label.ts'

/** The role and the unusual states of an account. */
export function AccountBadges({ account }: { account: AccountListRow }) {
  const t = useTranslation()
  const { role, isVerified, isLocked, isDeleting } = account
  const badges = [
    { text: role && roleLabel(t, role), tone: 'neutral' },
    { text: isLocked && t('Locked'), tone: 'danger' },
    { text: isDeleting && t('Being deleted'), tone: 'danger' },
    { text: !isVerified && t('Address not confirmed'), tone: 'attention' },
  ].filter(({ text }) => text)
  const isActive = isVerified && !isLocked && !isDeleting
  return (
    <span className="admin-badges">
      {isActive && t('Active')}
      {badges.map(({ text, tone }) => (
        <span key={tone + String(text)} className="badge" data-tone={tone}>
          {text}
        </span>
      ))}
    </span>
  )
}
