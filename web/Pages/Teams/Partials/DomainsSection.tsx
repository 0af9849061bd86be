import type { TeamDomain } from '#app/team-domains/pages.ts'
import type { TeamHeader } from '#app/teams/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { closeDisclosures, Disclosure } from '#web/components/Disclosure.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  team: TeamHeader
  domains: TeamDomain[]
}

const sectionId = 'domains'

/** The team's domains, for owners. */
export function DomainsSection({ team, domains }: Props) {
  const t = useTranslation()
  return (
    <Section
      id={sectionId}
      title={t('Join by domain')}
      description={t(
        'People with a verified address at your domain can join without an invitation.',
      )}
    >
      {domains.map((domain) => (
        <Domain key={domain.id} team={team} {...domain} />
      ))}
      <AddDomain key={domains.length} team={team} isFirst={domains.length === 0} />
    </Section>
  )
}

function AddDomain({ team, isFirst }: { team: TeamHeader; isFirst: boolean }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <div className={isFirst ? 'setting' : undefined}>
      {isFirst && <p>{t('No domain yet')}</p>}
      <Disclosure label={t('Add a domain')} targetId={sectionId} errorBag="addDomain">
        <Form
          action={route('team-domains.store', { team: team.slug })}
          errorBag="addDomain"
          confirm={confirm}
          onSuccess={() => closeDisclosures(sectionId)}
        >
          <Field
            name="domain"
            label={t('Domain')}
            data-missing={t('Enter a domain such as example.com.')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={t("Verify with a DNS record that it's yours.")}
          />
          <div className="form-actions">
            <Button type="submit">{t('Add domain')}</Button>
          </div>
        </Form>
      </Disclosure>
    </div>
  )
}

function Domain({ team, id, domain, isProved, isEnabled, record }: DomainProps) {
  const t = useTranslation()
  const params = { team: team.slug, domain: id }
  return (
    <div className="card grid gap-3 p-4">
      <h3 className="font-medium wrap-anywhere">{domain}</h3>
      <div className="form-actions">
        <span className="badge" data-tone={isProved ? undefined : 'attention'}>
          {isProved ? t('Verified') : t('Waiting for the DNS record')}
        </span>
        {isProved && (
          <span className="text-muted">
            {isEnabled ? t('People at this domain can join.') : t('Joining is off.')}
          </span>
        )}
      </div>
      {!isProved && <Record {...record} />}
      <div className="form-actions">
        {isProved ? (
          <Form action={route('team-domain.update', params)} method="put" errorBag={`switch-${id}`}>
            <input type="hidden" name="enabled" value={isEnabled ? '0' : '1'} />
            <Button
              type="submit"
              aria-label={
                isEnabled
                  ? t('Turn off {url}', { url: domain })
                  : t('Turn on {url}', { url: domain })
              }
            >
              {isEnabled ? t('Turn off') : t('Turn on')}
            </Button>
          </Form>
        ) : (
          <Form action={route('team-domain.check', params)} errorBag={`check-${id}`}>
            <Button type="submit" tone="primary" aria-label={t('Check now: {domain}', { domain })}>
              {t('Check now')}
            </Button>
          </Form>
        )}
        <FormPopup
          triggerStyle="button"
          triggerText={t('Remove')}
          triggerLabel={t('Remove {url}', { url: domain })}
          title={t('Remove {url}?', { url: domain })}
          action={route('team-domain.destroy', params)}
          method="delete"
          errorBag={`remove-${id}`}
          submitLabel={t('Remove domain')}
          tone="danger"
        >
          <p>{t('Nobody can join by it any more. Members stay.')}</p>
        </FormPopup>
      </div>
    </div>
  )
}

type DomainProps = { team: TeamHeader } & TeamDomain

function Record({ name, value }: TeamDomain['record']) {
  const t = useTranslation()
  return (
    <>
      <p>{t('Add this TXT record where the domain is managed, then check it here.')}</p>
      <dl className="grid gap-2">
        <div className="grid">
          <dt className="text-muted text-13">{t('Name')}</dt>
          <dd className="mono wrap-anywhere" translate="no">
            {name}
          </dd>
        </div>
        <div className="grid">
          <dt className="text-muted text-13">{t('Value')}</dt>
          <dd className="mono wrap-anywhere" translate="no">
            {value}
          </dd>
        </div>
      </dl>
      <div>
        <CopyButton text={value} label={t('Copy the value')} showLabel />
      </div>
    </>
  )
}
