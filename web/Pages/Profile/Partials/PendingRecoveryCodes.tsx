import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { accountSectionUrl } from '#web/lib/account-sections.ts'
import { route } from '#web/route.ts'

import { focusSection } from './focus-section.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** New codes that replace the old ones once the person has saved them. */
export function PendingRecoveryCodes({ id, codes }: { id: string; codes: string[] }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <RecoveryCodes codes={codes}>
      <p>{t("Your old codes work until you confirm that you've saved these.")}</p>
      <Form
        action={route('two-factor.confirm-recovery-codes')}
        errorBag="confirmRecoveryCodes"
        confirm={confirm}
        onSuccess={() => focusSection('two-factor')}
      >
        <input type="hidden" name="id" value={id} />
        <div className="form-actions">
          <Button type="submit" tone="primary">
            {t("I've saved the new codes")}
          </Button>
          <ButtonLink tone="quiet" href={accountSectionUrl('two-factor')}>
            {t('Keep the old codes')}
          </ButtonLink>
        </div>
      </Form>
    </RecoveryCodes>
  )
}
