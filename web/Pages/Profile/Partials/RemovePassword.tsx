import { Button } from '#web/components/Button.tsx'
import { Disclosure, DisclosureActions } from '#web/components/Disclosure.tsx'
import { Form } from '#web/components/Form.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { focusSection } from './focus-section.ts'

/** @param methods  the ways to sign in that stay, in words */
export function RemovePassword({ methods }: { methods: string }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <div className="setting">
      <p>{t('You also sign in with: {methods}.', { methods })}</p>
      <Disclosure
        label={t('Remove password…')}
        accessibleLabel={t('Remove your password…')}
        errorBag="removePassword"
      >
        <p>
          {t(
            'All other devices are signed out. If you lose your other ways to sign in, we can email you a link to choose a password again.',
          )}
        </p>
        <Form
          action={route('user-password.destroy')}
          method="delete"
          errorBag="removePassword"
          hiddenField="password"
          confirm={confirm}
          onSuccess={() => focusSection('password')}
        >
          <DisclosureActions>
            <Button type="submit" tone="danger">
              {t('Remove password')}
            </Button>
          </DisclosureActions>
        </Form>
      </Disclosure>
    </div>
  )
}
