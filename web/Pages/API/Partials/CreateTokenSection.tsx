import type { Pages } from '#app/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { ExpiryChoice } from '#web/components/api-tokens/ExpiryChoice.tsx'
import { PermissionChoice } from '#web/components/api-tokens/PermissionChoice.tsx'
import { Button } from '#web/components/Button.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { NetworksField } from '#web/Pages/API/Partials/NetworksField.tsx'
import { route } from '#web/route.ts'

import { permissionLabels } from './permission-labels.ts'

type Props = Pick<Pages['API/Index'], 'availablePermissions' | 'defaultPermissions'> & {
  isFull: boolean
}

export function CreateTokenSection({ availablePermissions, defaultPermissions, isFull }: Props) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <Section
      id="create"
      title={t('Create a token')}
      description={t(
        'Use one for each program, so you can revoke it without affecting the others.',
      )}
    >
      {isFull ? (
        <Alert tone="attention">
          {t("You've reached the maximum number of API tokens. Revoke one first.")}
        </Alert>
      ) : (
        <Form
          action={route('api-tokens.store')}
          errorBag="createApiToken"
          confirm={confirm}
          resetOnSuccess
        >
          <Field
            name="name"
            label={t('Name')}
            autoComplete="off"
            data-missing={t('Give the token a name.')}
            hint={t('What will use it, for example "Backup script".')}
          />
          <PermissionChoice
            available={availablePermissions}
            chosen={defaultPermissions}
            labels={permissionLabels(t)}
          />
          <RememberFields name="token" />
          <ExpiryChoice />
          <NetworksField />
          <div className="form-actions">
            <Button type="submit" tone="primary">
              {t('Create token')}
            </Button>
          </div>
        </Form>
      )}
    </Section>
  )
}
