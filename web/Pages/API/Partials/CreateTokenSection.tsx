import type { Pages } from '#app/pages.ts'
import { ExpiryChoice } from '#web/Pages/API/Partials/ExpiryChoice.tsx'
import { NetworksField } from '#web/Pages/API/Partials/NetworksField.tsx'
import { PermissionChoice } from '#web/Pages/API/Partials/PermissionChoice.tsx'
import { Button } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Field } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { Notice } from '#web/parts/Notice.tsx'
import { Section } from '#web/parts/Section.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

type Props = Pick<Pages['API/Index'], 'availablePermissions' | 'defaultPermissions'> & {
  isFull: boolean
}

export function CreateTokenSection({ availablePermissions, defaultPermissions, isFull }: Props) {
  const t = useText()
  const ask = useConfirmation(15)
  return (
    <Section
      id="create"
      title={t('Make a token')}
      about={t('One for each program, so that you can end one without the others.')}
    >
      {isFull ? (
        <Notice tone="attention">
          {t('You have as many tokens as one account may have. Revoke one first.')}
        </Notice>
      ) : (
        <Form action={route('api-tokens.store')} bag="createApiToken" ask={ask} resets>
          <Field
            name="name"
            label={t('Name')}
            autoComplete="off"
            data-missing={t('Give the token a name.')}
            hint={t('What will use it, such as "Backup script".')}
          />
          <PermissionChoice available={availablePermissions} chosen={defaultPermissions} />
          <ExpiryChoice />
          <NetworksField />
          <div className="form-actions">
            <Button type="submit" tone="primary">
              {t('Make token')}
            </Button>
          </div>
        </Form>
      )}
    </Section>
  )
}
