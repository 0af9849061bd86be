import type { AccountListRow } from '#app/admin/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { roleLabel } from '#web/lib/role-label.ts'

/** The unusual states of an account; a dash without any. */
export function AccountBadges({ account }: { account: AccountListRow }) {
  const t = useTranslation()
  const { role, isVerified, isLocked, isDeleting } = account
  const badges = [
    role && roleLabel(t, role),
    isLocked && t('Locked'),
    isDeleting && t('Being deleted'),
    !isVerified && t('Address not confirmed'),
  ].filter((badge) => typeof badge === 'string')
  if (badges.length === 0) return <span className="text-muted">–</span>
  return (
    <span className="admin-badges">
      {badges.map((badge) => (
        <span key={badge} className="badge">
          {badge}
        </span>
      ))}
    </span>
  )
}
