import type { Pages } from '#app/pages.ts'
import { CreateTokenSection } from '#web/Pages/API/Partials/CreateTokenSection.tsx'
import { NewToken } from '#web/Pages/API/Partials/NewToken.tsx'
import { TokenRow } from '#web/Pages/API/Partials/TokenRow.tsx'
import { TryItSection } from '#web/Pages/API/Partials/TryItSection.tsx'
import { Card } from '#web/parts/Card.tsx'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { terminal } from '#web/parts/icons/terminal.ts'
import { Table } from '#web/parts/Table.tsx'
import { useText } from '#web/text.tsx'

/** The account's tokens, and what can be done about them. */
export function ApiTokenManager(props: Pages['API/Index']) {
  const { tokens, availablePermissions, defaultPermissions, mostTokens, exampleUrl } = props
  const t = useText()
  const title = t('Your tokens')
  const titles = [t('Token'), t('May'), t('Ends'), t('Last used'), t('What you can do')]

  return (
    <div>
      <NewToken />
      <Card
        title={title}
        note={tokens.length > 0 && t.n(tokens.length, 'One token', '{count} tokens')}
      >
        {tokens.length === 0 ? (
          <EmptyState icon={terminal}>{t('No program can use your account.')}</EmptyState>
        ) : (
          <Table caption={title} titles={titles}>
            {tokens.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                titles={titles}
                availablePermissions={availablePermissions}
              />
            ))}
          </Table>
        )}
      </Card>
      <div className="mt-8">
        <CreateTokenSection
          availablePermissions={availablePermissions}
          defaultPermissions={defaultPermissions}
          isFull={tokens.length >= mostTokens}
        />
        <TryItSection exampleUrl={exampleUrl} />
      </div>
    </div>
  )
}
