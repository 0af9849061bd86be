import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Card } from '#web/components/Card.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { Select } from '#web/components/Select.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Admin } from '#web/Layouts/Admin.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { InvitationsTable } from './Partials/InvitationsTable.tsx'
import { WaitlistSection } from './Partials/WaitlistSection.tsx'

export default function Invitations(props: Pages['Admin/Invitations']) {
  const t = useTranslation()
  const { invitations, nextInvitations } = props
  return (
    <>
      <Head title={t('Invitations')} />
      <h1 className="heading">{t('Invitations')}</h1>
      <InviteCard {...props} />
      <Card title={t('Open invitations')}>
        <InvitationsTable invitations={invitations} />
      </Card>
      {nextInvitations && (
        <p>
          <ButtonLink href={route('admin.invitations', { before: nextInvitations })}>
            {t('Older invitations')}
          </ButtonLink>
        </p>
      )}
      <WaitlistSection {...props} />
    </>
  )
}

Invitations.layout = [[Member, { showsConfirmationBadge: true }], Admin]

type InviteCardProps = Pick<Pages['Admin/Invitations'], 'defaultDays' | 'maxDays'>

/** The form has no error bag: a rejected "Send again" also shows its reason here. */
function InviteCard({ defaultDays, maxDays }: InviteCardProps) {
  const t = useTranslation()
  const confirm = useConfirmation('standard')
  const { languages, locale } = usePage().props
  return (
    <Card
      title={t('Invite someone')}
      note={t('The link in the email creates an account, whatever the rules for signing up.')}
    >
      <div className="admin-form">
        <Form action={route('admin.invitation.store')} confirm={confirm} resetOnSuccess>
          <Field
            name="email"
            type="email"
            data-sends-link
            label={t('Email address')}
            autoComplete="off"
          />
          <Field
            name="days"
            type="number"
            min={1}
            max={maxDays}
            label={t('Valid for (days)')}
            required={false}
            defaultValue={defaultDays}
          />
          {languages.length > 1 && (
            <Select name="language" label={t('Language of the email')} defaultValue={locale}>
              {languages.map(({ code, name }) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
          <div className="form-actions">
            <Button type="submit" tone="primary">
              {t('Send the invitation')}
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  )
}
