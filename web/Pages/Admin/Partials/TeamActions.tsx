import type { AdminTeam } from '#app/admin/team-pages.ts'
import type { BrowserRoutes } from '#app/routes.ts'
import { Field } from '#web/components/Field.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { ActionForm } from './ActionForm.tsx'

type TeamAction = Extract<keyof BrowserRoutes, `admin.team.${string}`>

export function TeamActions({ team, maxSeatLimit }: { team: AdminTeam; maxSeatLimit: number }) {
  const t = useTranslation()
  const form = (name: TeamAction) => ({
    name,
    url: route(name, { team: team.id }),
    reasonHint: t('The team sees it.'),
  })
  return (
    <div className="form-actions">
      <ActionForm {...form('admin.team.seat-limit')} label={t('Set the seat limit')}>
        <p>{t('A team with more members keeps them. Nobody else can join.')}</p>
        <Field
          name="seat_limit"
          type="number"
          min={1}
          max={maxSeatLimit}
          label={t('Seat limit')}
          hint={t('Leave empty to use the default.')}
          required={false}
          defaultValue={team.seatLimit ?? ''}
        />
      </ActionForm>
      {team.deletesAt ? (
        <ActionForm {...form('admin.team.keep')} label={t('Cancel the deletion')}>
          <p>{t('The team stays. Every member gets an email.')}</p>
        </ActionForm>
      ) : (
        <ActionForm
          {...form('admin.team.delete')}
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
