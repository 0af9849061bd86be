import type { ApiTokenRow, Permission } from '#app/pages.ts'
import { EditToken } from '#web/Pages/API/Partials/EditToken.tsx'
import { RevokeToken } from '#web/Pages/API/Partials/RevokeToken.tsx'
import { RotateToken } from '#web/Pages/API/Partials/RotateToken.tsx'
import { TokenEnd } from '#web/Pages/API/Partials/TokenEnd.tsx'
import { permissionWords } from '#web/parts/permission-words.ts'
import { RelativeTime } from '#web/parts/RelativeTime.tsx'
import { Row } from '#web/parts/Table.tsx'
import { useText } from '#web/text.tsx'

interface Props {
  token: ApiTokenRow
  titles: string[]
  availablePermissions: Permission[]
}

export function TokenRow({ token, titles, availablePermissions }: Props) {
  const t = useText()
  const { name, hint, permissions, networks, lastUsedAt, lastUsedIp } = token
  const words = permissionWords(t)
  const from = networks.length > 0 && t('Only from {networks}', { networks: networks.join(', ') })

  return (
    <Row titles={titles}>
      <span className="token-name">
        <b translate="no">{name}</b>
        <code className="mono" translate="no">
          {hint}…
        </code>
      </span>
      <span className="token-cell">
        {permissions.map((permission) => words[permission].name).join(', ')}
        {from && <small>{from}</small>}
      </span>
      <TokenEnd {...token} />
      <span className="token-cell">
        {lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('Never')}
        {lastUsedIp && <small className="numbers">{lastUsedIp}</small>}
      </span>
      <span className="token-actions">
        {token.state !== 'ended' && (
          <>
            <EditToken token={token} availablePermissions={availablePermissions} />
            <RotateToken token={token} />
          </>
        )}
        <RevokeToken token={token} />
      </span>
    </Row>
  )
}
