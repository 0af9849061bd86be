import type { LinkedAccountRow } from '#app/providers/pages.ts'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Section } from '#web/components/Section.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useNoScriptAction } from '#web/hooks/use-no-script-action.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

/** Absent where no provider is offered and none is linked. */
export function LinkedAccountsSection({ accounts }: { accounts: LinkedAccountRow[] }) {
  const t = useTranslation()
  const columnTitles = [t('Provider'), t('Linked'), t('Last used'), t('Actions')]
  if (accounts.length === 0) return null

  return (
    <Section
      id="linked-accounts"
      title={t('Linked accounts')}
      description={t('Sign in here with an account you have elsewhere.')}
    >
      <div className="card">
        <Table caption={t('Your linked accounts')} columnTitles={columnTitles}>
          {accounts.map((account) => (
            <AccountRow key={account.label} columnTitles={columnTitles} {...account} />
          ))}
        </Table>
      </div>
    </Section>
  )
}

function AccountRow({
  label,
  href,
  linked,
  columnTitles,
}: LinkedAccountRow & { columnTitles: string[] }) {
  const t = useTranslation()
  // A link changes the account too, so it names the one of this page, as a form does.
  const linkUrl = useNoScriptAction({ action: href ?? '' })
  return (
    <Row columnTitles={columnTitles}>
      <span className="grid">
        <span>{label}</span>
        {linked?.email && <span className="text-muted text-13">{linked.email}</span>}
      </span>
      {linked ? <RelativeTime at={linked.addedAt} /> : t('Not linked')}
      {linked?.lastUsedAt ? <RelativeTime at={linked.lastUsedAt} /> : t('Never')}
      {linked ? (
        <UnlinkAccount id={linked.id} label={label} />
      ) : (
        href && (
          <a
            className="button"
            href={linkUrl}
            aria-label={t('Link {provider}', { provider: label })}
          >
            <span>{t('Link')}</span>
          </a>
        )
      )}
    </Row>
  )
}

function UnlinkAccount({ id, label }: { id: string; label: string }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <div className="row-actions">
      <FormPopup
        triggerText={t('Unlink…')}
        triggerLabel={t('Unlink {provider}', { provider: label })}
        title={t('Unlink {provider}?', { provider: label })}
        action={route('linked-account.destroy', { account: id })}
        method="delete"
        errorBag={`linked-account-${id}`}
        confirm={confirm}
        submitLabel={t('Unlink account')}
        tone="danger"
      >
        <p>{t("You can't sign in with it any more. Your other ways to sign in stay.")}</p>
      </FormPopup>
    </div>
  )
}
