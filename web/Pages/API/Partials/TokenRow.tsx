import type { ApiTokenRow } from '#app/api-tokens/pages.ts'
import type { AccountPermission } from '#app/permissions.ts'
import { TokenExpiry } from '#web/components/api-tokens/TokenExpiry.tsx'
import { Row } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { EditToken } from '#web/Pages/API/Partials/EditToken.tsx'
import { RevokeToken } from '#web/Pages/API/Partials/RevokeToken.tsx'
import { RotateToken } from '#web/Pages/API/Partials/RotateToken.tsx'

import { permissionLabels } from './permission-labels.ts'
import { TokenUse } from './TokenUse.tsx'

interface Props {
  token: ApiTokenRow
  columnTitles: string[]
  availablePermissions: AccountPermission[]
}

export function TokenRow({ token, columnTitles, availablePermissions }: Props) {
  const t = useTranslation()
  const { name, hint, permissions, networks } = token
  const labels = permissionLabels(t)
  const allowedNetworks =
    networks.length > 0 && t('Only from {networks}', { networks: networks.join(', ') })

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
        {allowedNetworks && <small>{allowedNetworks}</small>}
      </span>
      <TokenExpiry {...token} />
      <TokenUse {...token} />
      <div className="row-actions">
        {token.state !== 'ended' && (
          <>
            <EditToken token={token} availablePermissions={availablePermissions} />
            <RotateToken token={token} />
          </>
        )}
        <RevokeToken token={token} />
      </div>
    </Row>
  )
}
