import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  /** A passkey is asked for anyway, so that only recovery codes are new. */
  isRequired: boolean
  /** The only way on its page, and its main action. */
  primary?: boolean
}

export function EnableTwoFactorWithPasskey({ isRequired, primary = false }: Props) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const turnOnLabel = primary ? t('Turn on two-factor authentication') : t('Use a passkey or key')
  return (
    <Form
      action={route('two-factor.enable-with-passkey')}
      errorBag="enableWithPasskey"
      confirm={confirm}
    >
      <div>
        <Button type="submit" tone={primary ? 'primary' : undefined} wide={primary}>
          {isRequired ? t('Create recovery codes') : turnOnLabel}
        </Button>
      </div>
    </Form>
  )
}
