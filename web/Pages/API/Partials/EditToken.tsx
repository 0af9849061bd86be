import type { ApiTokenRow } from '#app/api-tokens/pages.ts'
import type { AccountPermission } from '#app/permissions.ts'
import { PermissionChoice } from '#web/components/api-tokens/PermissionChoice.tsx'
import { Field } from '#web/components/Field.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { NetworksField } from '#web/Pages/API/Partials/NetworksField.tsx'
import { route } from '#web/route.ts'

import { permissionLabels } from './permission-labels.ts'

interface Props {
  token: ApiTokenRow
  availablePermissions: AccountPermission[]
}

export function EditToken({ token, availablePermissions }: Props) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const { id, name, permissions, networks } = token
  return (
    <FormPopup
      triggerText={t('Edit')}
      triggerLabel={t('Edit the token {name}', { name })}
      title={t('Edit "{name}"', { name })}
      action={route('api-tokens.update', { token: id })}
      method="put"
      errorBag={`token-${id}`}
      confirm={confirm}
      submitLabel={t('Save')}
    >
      <Field name="name" label={t('Name')} autoComplete="off" defaultValue={name} />
      <PermissionChoice
        available={availablePermissions}
        chosen={permissions}
        labels={permissionLabels(t)}
      />
      <RememberFields name={`token-${id}`} />
      <NetworksField networks={networks} />
    </FormPopup>
  )
}
