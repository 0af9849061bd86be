import type { Pages } from '#app/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { ExpiryChoice } from '#web/components/api-tokens/ExpiryChoice.tsx'
import { PermissionChoice } from '#web/components/api-tokens/PermissionChoice.tsx'
import { Button } from '#web/components/Button.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'

import { teamTokenPermissionLabels } from './team-token-permission-labels.ts'

export function CreateTeamToken({
  tokens,
  maxTokens,
  availablePermissions,
  action,
}: Pages['Teams/Tokens']) {
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
      {tokens.length >= maxTokens ? (
        <Alert tone="attention">
          {t("You've reached the maximum number of API tokens. Revoke one first.")}
        </Alert>
      ) : (
        <Form action={action} errorBag="createTeamToken" confirm={confirm} resetOnSuccess>
          <Field
            name="name"
            label={t('Name')}
            autoComplete="off"
            data-missing={t('Give the token a name.')}
            hint={t('What will use it, for example "Backup script".')}
          />
          <PermissionChoice
            available={availablePermissions.filter((name) => name !== 'team.view')}
            chosen={[]}
            labels={teamTokenPermissionLabels(t)}
            note={t('Every token can see the team and the names and roles of its members.')}
          />
          <ExpiryChoice />
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
