import type { ReactNode } from 'react'

import type { AdminTeam } from '#app/admin/team-pages.ts'
import type { ConfirmationLevel } from '#app/confirmation-levels.ts'
import type { BrowserRoutes } from '#app/routes.ts'
import { Field } from '#web/components/Field.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function TeamActions({ team, maxSeatLimit }: { team: AdminTeam; maxSeatLimit: number }) {
  const t = useTranslation()
  return (
    <div className="form-actions">
      <ActionForm name="admin.team.seat-limit" team={team} label={t('Set the seat limit')}>
        <p>{t('A team with more members keeps them. Nobody else can join.')}</p>
        <Field
          name="seat_limit"
          type="number"
          min={1}
          max={maxSeatLimit}
          label={t('Seat limit')}
          hint={t('Leave it empty for that of the settings.')}
          required={false}
          defaultValue={team.seatLimit ?? ''}
        />
      </ActionForm>
      {team.deletesAt ? (
        <ActionForm name="admin.team.keep" team={team} label={t('Cancel the deletion')}>
          <p>{t('The team stays. Every member gets an email.')}</p>
        </ActionForm>
      ) : (
        <ActionForm
          name="admin.team.delete"
          team={team}
          label={t('Delete the team')}
          level="sensitive"
          tone="danger"
        >
          <p>
            {t(
              'Starts the grace period. Every member gets an email; owners can cancel the deletion.',
            )}
          </p>
        </ActionForm>
      )}
    </div>
  )
}

interface Props {
  name: Extract<keyof BrowserRoutes, `admin.team.${string}`>
  team: AdminTeam
  label: string
  level?: ConfirmationLevel
  tone?: 'danger'
  children: ReactNode
}

function ActionForm({ name, team, label, level = 'standard', tone, children }: Props) {
  const t = useTranslation()
  const confirm = useConfirmation(level)
  return (
    <FormPopup
      triggerStyle="button"
      triggerText={label}
      triggerLabel={label}
      title={label}
      action={route(name, { team: team.id })}
      errorBag={name.split('.').at(-1) ?? name}
      submitLabel={label}
      resetOnSuccess
      confirm={confirm}
      {...(tone && { tone })}
    >
      {children}
      <Field name="reason" label={t('Reason')} hint={t('The team sees it.')} autoComplete="off" />
    </FormPopup>
  )
}
