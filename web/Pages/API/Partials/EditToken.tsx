import type { ApiTokenRow, Permission } from '#app/pages.ts'
import { NetworksField } from '#web/Pages/API/Partials/NetworksField.tsx'
import { PermissionChoice } from '#web/Pages/API/Partials/PermissionChoice.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Field } from '#web/parts/Field.tsx'
import { FormPopup } from '#web/parts/FormPopup.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

interface Props {
  token: ApiTokenRow
  availablePermissions: Permission[]
}

export function EditToken({ token, availablePermissions }: Props) {
  const t = useText()
  const ask = useConfirmation(15)
  const { id, name, permissions, networks } = token
  return (
    <FormPopup
      opener={t('Edit')}
      openerLabel={t('Edit the token {name}', { name })}
      title={t('Edit a token')}
      action={route('api-tokens.update', { token: id })}
      method="put"
      bag={`token-${id}`}
      ask={ask}
      submit={t('Save')}
    >
      <Field name="name" label={t('Name')} autoComplete="off" defaultValue={name} />
      <PermissionChoice available={availablePermissions} chosen={permissions} />
      <NetworksField networks={networks} />
    </FormPopup>
  )
}
