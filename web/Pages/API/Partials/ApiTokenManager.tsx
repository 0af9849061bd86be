import type { Pages } from '#app/pages.ts'
import { NewToken } from '#web/components/api-tokens/NewToken.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { terminal } from '#web/components/icons/terminal.ts'
import { Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { CreateTokenSection } from '#web/Pages/API/Partials/CreateTokenSection.tsx'
import { TokenRow } from '#web/Pages/API/Partials/TokenRow.tsx'
import { TryItSection } from '#web/Pages/API/Partials/TryItSection.tsx'

export function ApiTokenManager(props: Pages['API/Index']) {
  const { tokens, availablePermissions, defaultPermissions, maxTokens, exampleUrl } = props
  const t = useTranslation()
  const title = t('Your tokens')
  const columnTitles = [t('Token'), t('Permissions'), t('Expires'), t('Last used'), t('Actions')]

  return (
    <div>
      <NewToken exampleUrl={exampleUrl} />
      <Card
        title={title}
        note={tokens.length > 0 && t.n(tokens.length, 'One token', '{count} tokens')}
      >
        {tokens.length === 0 ? (
          <EmptyState icon={terminal}>{t('No tokens yet.')}</EmptyState>
        ) : (
          <Table caption={title} columnTitles={columnTitles}>
            {tokens.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                columnTitles={columnTitles}
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
          isFull={tokens.length >= maxTokens}
        />
        <TryItSection exampleUrl={exampleUrl} />
      </div>
    </div>
  )
}
