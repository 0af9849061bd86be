import '#web/styles/api-tokens.css'
import type { Pages } from '#app/pages.ts'
import { NewToken } from '#web/components/api-tokens/NewToken.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { terminal } from '#web/components/icons/terminal.ts'
import { Section } from '#web/components/Section.tsx'
import { Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'

import { CreateTeamToken } from './Partials/CreateTeamToken.tsx'
import { TeamFrame } from './Partials/TeamFrame.tsx'
import { TeamTokenRow } from './Partials/TeamTokenRow.tsx'

export default function Tokens(props: Pages['Teams/Tokens']) {
  const t = useTranslation()
  const { team, tokens, exampleUrl } = props
  const columnTitles = [t('Token'), t('Permissions'), t('Expires'), t('Last used'), t('Actions')]
  return (
    <TeamFrame team={team} current="tokens">
      <Section
        id="tokens"
        title={t('API tokens')}
        description={t(
          'With a token, a program acts for the team. It is revoked when the member who created it leaves or may no longer manage tokens.',
        )}
        wide
      >
        <NewToken exampleUrl={exampleUrl} />
        <div className="card">
          {tokens.length === 0 ? (
            <EmptyState icon={terminal}>{t('No tokens yet.')}</EmptyState>
          ) : (
            <Table caption={t('API tokens of the team')} columnTitles={columnTitles}>
              {tokens.map((token) => (
                <TeamTokenRow key={token.id} token={token} columnTitles={columnTitles} />
              ))}
            </Table>
          )}
        </div>
      </Section>
      <CreateTeamToken {...props} />
    </TeamFrame>
  )
}

Tokens.layout = [[Member, { showsConfirmationBadge: true }]]
