import type { TeamTokenRow as TokenRow } from '#app/team-tokens/pages.ts'
import { TokenExpiry } from '#web/components/api-tokens/TokenExpiry.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'

import { teamTokenPermissionLabels } from './team-token-permission-labels.ts'

interface Props {
  token: TokenRow
  columnTitles: string[]
}

export function TeamTokenRow({ token, columnTitles }: Props) {
  const t = useTranslation()
  const { name, hint, permissions, state, expiresAt, lastUsedAt } = token
  const labels = teamTokenPermissionLabels(t)
  return (
    <Row columnTitles={columnTitles}>
      <span className="token-name">
        <b translate="no">{name}</b>
        <code className="mono" translate="no">
          {hint}…
        </code>
      </span>
      <span className="token-cell">
        {permissions.map((permission) => labels[permission]?.name ?? permission).join(', ')}
      </span>
      <TokenExpiry state={state} expiresAt={expiresAt} overlapUntil={null} />
      {lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('Never')}
      <div className="row-actions">
        <RevokeTeamToken {...token} />
      </div>
    </Row>
  )
}

function RevokeTeamToken({ id, name, href }: TokenRow) {
  const t = useTranslation()
  return (
    <FormPopup
      triggerText={t('Revoke')}
      triggerLabel={t('Revoke the token {name}', { name })}
      title={t('Revoke "{name}"?', { name })}
      action={href}
      method="delete"
      errorBag={`token-${id}`}
      submitLabel={t('Revoke token')}
      tone="danger"
    >
      <p>{t("Programs that use it stop working right away. This can't be undone.")}</p>
    </FormPopup>
  )
}
