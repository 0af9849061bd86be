import type { Pages } from '#app/pages.ts'
import type { OwnershipOffer, TeamHeader } from '#app/teams/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { Disclosure, DisclosureActions } from '#web/components/Disclosure.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { Section } from '#web/components/Section.tsx'
import { Select } from '#web/components/Select.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

type Props = Pick<Pages['Teams/Settings'], 'team' | 'ownershipOffer' | 'candidates'>

/** Shown to owners, and to the member who is offered ownership. */
export function OwnershipSection({ team, ownershipOffer, candidates }: Props) {
  const t = useTranslation()
  if (!candidates && !ownershipOffer?.isForYou) return null
  return (
    <Section
      id="ownership"
      title={t('Ownership')}
      description={t('An owner can do everything, and delete the team.')}
    >
      {ownershipOffer && <Offer team={team} ownershipOffer={ownershipOffer} />}
      {candidates &&
        (candidates.length > 0 ? (
          <OfferForm team={team} candidates={candidates} />
        ) : (
          <p className="text-muted">{t('Invite someone first, then transfer ownership.')}</p>
        ))}
    </Section>
  )
}

function Offer({ team, ownershipOffer }: { team: TeamHeader; ownershipOffer: OwnershipOffer }) {
  const t = useTranslation()
  const timeZone = useTimezone()
  const confirm = useConfirmation('sensitive')
  const { from, to, isForYou, isFromYou, isShared, expiresAt } = ownershipOffer
  const names = { from, to, when: t.date(expiresAt, { dateStyle: 'long', timeZone }) }
  const params = { team: team.slug }
  return (
    <div className="grid gap-4 justify-items-start">
      <p>
        {isForYou
          ? t('{from} offers you ownership, until {when}.', names)
          : t('{from} offered ownership to {to}, until {when}.', names)}{' '}
        {isShared ? t('{from} stays an owner.', names) : t('{from} becomes an admin.', names)}
      </p>
      <div className="form-actions">
        {isForYou && (
          <Form
            action={route('team-ownership-offer.accept', params)}
            method="put"
            errorBag="acceptOwnership"
            confirm={confirm}
          >
            <Button type="submit" tone="primary">
              {t('Accept ownership')}
            </Button>
          </Form>
        )}
        {(isForYou || isFromYou) && (
          <Form
            action={route('team-ownership-offer.destroy', params)}
            method="delete"
            errorBag="withdrawOffer"
          >
            <Button type="submit">{isForYou ? t('Decline') : t('Withdraw the offer')}</Button>
          </Form>
        )}
      </div>
    </div>
  )
}

interface OfferFormProps {
  team: TeamHeader
  candidates: NonNullable<Props['candidates']>
}

function OfferForm({ team, candidates }: OfferFormProps) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <div className="setting">
      <p>{t("You're an owner")}</p>
      <Disclosure label={t('Transfer ownership…')} errorBag="offerOwnership">
        <Form
          action={route('team-ownership-offer.store', { team: team.slug })}
          errorBag="offerOwnership"
          confirm={confirm}
        >
          {candidates === 'many' ? (
            <Field
              name="email"
              label={t('Email address of the new owner')}
              data-missing={t('Enter an email address.')}
              type="email"
              autoComplete="off"
              hint={t('A member of the team. They get an email, and have to accept.')}
            />
          ) : (
            <Select
              name="member"
              label={t('New owner')}
              hint={t('They get an email, and have to accept.')}
            >
              {candidates.map(({ id, name, email }) => (
                <option key={id} value={id}>
                  {t('{name} ({email})', { name, email })}
                </option>
              ))}
            </Select>
          )}
          <Checkbox name="shared">{t('Stay an owner')}</Checkbox>
          <DisclosureActions>
            <Button type="submit">{t('Offer ownership')}</Button>
          </DisclosureActions>
        </Form>
      </Disclosure>
    </div>
  )
}
