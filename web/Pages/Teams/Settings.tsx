import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Disclosure, DisclosureActions } from '#web/components/Disclosure.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { SavedMessage } from '#web/components/SavedMessage.tsx'
import { Section } from '#web/components/Section.tsx'
import { useCan } from '#web/hooks/use-can.ts'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { fieldValue } from '#web/lib/form-checks.ts'
import { PhotoForm } from '#web/Pages/Profile/Partials/PhotoForm.tsx'
import { route } from '#web/route.ts'

import { DomainsSection } from './Partials/DomainsSection.tsx'
import { OwnershipSection } from './Partials/OwnershipSection.tsx'
import { RequirementsSection } from './Partials/RequirementsSection.tsx'
import { teamRoleLabel } from './Partials/role-labels.ts'
import { TeamFields } from './Partials/TeamFields.tsx'
import { TeamFrame } from './Partials/TeamFrame.tsx'

export default function Settings(props: Pages['Teams/Settings']) {
  const t = useTranslation()
  const { team, ownershipOffer, candidates, isLastOwner, deletionDays } = props
  const can = useCan(team)
  const params = { team: team.slug }
  return (
    <TeamFrame team={team} current="settings">
      {can('team.update') && <TeamProfile {...props} />}
      {can('team.require') && <RequirementsSection {...props} />}
      {props.domains && <DomainsSection team={team} domains={props.domains} />}
      <OwnershipSection team={team} ownershipOffer={ownershipOffer} candidates={candidates} />
      <Section
        id="leave"
        title={t('Leave the team')}
        description={t('You lose access right away. To come back, you need a new invitation.')}
      >
        {isLastOwner ? (
          <p>{t("You're its only owner. Transfer ownership first, or delete the team.")}</p>
        ) : (
          <div className="setting">
            <p>
              {t('{label}: {value}', {
                label: t('Your role'),
                value: teamRoleLabel(t, team.role),
              })}
            </p>
            <Disclosure label={t('Leave the team…')} tone="danger" errorBag="leaveTeam">
              <Form
                action={route('team-membership.destroy', params)}
                method="delete"
                errorBag="leaveTeam"
              >
                <p>{t('Everything in the team stays with it.')}</p>
                <DisclosureActions>
                  <Button type="submit" tone="danger">
                    {t('Leave the team')}
                  </Button>
                </DisclosureActions>
              </Form>
            </Disclosure>
          </div>
        )}
      </Section>
      {can('team.delete') && !team.deletesAt && <DeleteTeam slug={team.slug} days={deletionDays} />}
    </TeamFrame>
  )
}

Settings.layout = [[Member, { showsConfirmationBadge: true }]]

function TeamProfile({ team, picture, slugRules }: Pages['Teams/Settings']) {
  const t = useTranslation()
  const { name, slug, pictureUrl } = team
  return (
    <Section
      id="name"
      title={t('Name and picture')}
      description={t('Shown to every member, and in invitations.')}
    >
      <PhotoForm
        shown={{ name, profile_photo_url: pictureUrl }}
        labels={{
          add: t('Add a picture'),
          change: t('Change the picture'),
          remove: t('Remove the picture'),
        }}
        note={
          pictureUrl ? t('A square part of your image.') : t('The initials, until you add one.')
        }
        {...picture}
      />
      <Form
        key={`${name} ${slug}`}
        action={route('team.update', { team: slug })}
        method="put"
        errorBag="updateTeam"
        status="team-updated"
      >
        <TeamFields slugRules={slugRules} team={team} />
        <div className="form-actions">
          <Button type="submit" tone="primary">
            {t('Save the team')}
          </Button>
          <SavedMessage />
        </div>
      </Form>
    </Section>
  )
}

function DeleteTeam({ slug, days }: { slug: string; days: number }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const mismatch = t('Type the team URL as shown above.')
  return (
    <Section
      id="delete"
      title={t('Delete the team')}
      description={t(
        'Owners can cancel the deletion for {days} days. Then everything in the team is erased.',
        {
          days,
        },
      )}
    >
      <div className="setting">
        <p>{t('Erased after {days} days', { days })}</p>
        <Disclosure label={t('Delete the team…')} tone="danger" errorBag="deleteTeam">
          <Form
            action={route('team.destroy', { team: slug })}
            method="delete"
            errorBag="deleteTeam"
            confirm={confirm}
            check={(form) =>
              fieldValue(form, 'confirmation').trim() === slug ? {} : { confirmation: mismatch }
            }
          >
            <p>{t('Every member gets an email. Members lose access when the time is up.')}</p>
            <p>
              <Trans
                text="Type <slug>{slug}</slug> to confirm."
                values={{ slug }}
                slug={(children) => <strong className="font-medium">{children}</strong>}
              />
            </p>
            <Field
              name="confirmation"
              label={t('Team URL')}
              data-missing={mismatch}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <DisclosureActions>
              <Button type="submit" tone="danger">
                {t('Delete the team')}
              </Button>
            </DisclosureActions>
          </Form>
        </Disclosure>
      </div>
    </Section>
  )
}
