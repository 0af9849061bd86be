import { router } from '@inertiajs/react'
import { useState } from 'react'

import type { PasskeyRow } from '#app/passkeys/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { key } from '#web/components/icons/key.ts'
import { Item, ItemList } from '#web/components/ItemList.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { EditableName } from '#web/Pages/Profile/Partials/EditableName.tsx'
import { route } from '#web/route.ts'

export function PasskeyList({ passkeys }: { passkeys: PasskeyRow[] }) {
  const t = useTranslation()
  const [removing, setRemoving] = useState<PasskeyRow | null>(null)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  return (
    <div className="grid gap-4">
      {errorMessage && (
        <Alert tone="danger" role="alert">
          {errorMessage}
        </Alert>
      )}
      <ItemList label={t('Your passkeys')}>
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
        ))}
      </ItemList>
      <RemovePasskeyDialog
        passkey={removing}
        onClose={() => setRemoving(null)}
        onError={setErrorMessage}
      />
    </div>
  )
}

function PasskeyItem({ passkey, onRemove }: { passkey: PasskeyRow; onRemove: () => void }) {
  const t = useTranslation()
  const { id, name, addedAt, lastUsedAt } = passkey
  return (
    <Item
      title={
        <EditableName
          icon={key}
          text={name}
          value={name}
          action={route('passkey.update', { passkey: id })}
          errorBag={`passkey-${id}`}
          level="sensitive"
          maxLength={255}
        />
      }
      details={
        <>
          <StorageLocation {...passkey} />
          <span>
            {t('Added')} <RelativeTime at={addedAt} />
          </span>
          <span>
            {lastUsedAt ? (
              <>
                {t('Last used')} <RelativeTime at={lastUsedAt} />
              </>
            ) : (
              t('Never used')
            )}
          </span>
        </>
      }
    >
      <button
        type="button"
        className="link-button needs-script"
        data-tone="danger"
        aria-label={t('Remove {name}', { name })}
        onClick={onRemove}
      >
        {t('Remove')}
      </button>
    </Item>
  )
}

/** The kind is mostly the name as well. */
function StorageLocation({ name, kind, isSynced, isSecondFactorOnly }: PasskeyRow) {
  const t = useTranslation()
  const location = isSynced ? t('Synced to your devices') : t('On this device only')
  return (
    <>
      {kind && kind !== name && <span>{kind}</span>}
      <span>{isSecondFactorOnly ? t('After your password only') : location}</span>
    </>
  )
}

interface RemovePasskeyProps {
  passkey: PasskeyRow | null
  onClose: () => void
  onError: (message: string | null) => void
}

function RemovePasskeyDialog({ passkey, onClose, onError }: RemovePasskeyProps) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const label = passkey?.isSecondFactorOnly ? t('Remove security key') : t('Remove passkey')

  function remove(id: string) {
    onError(null)
    router.delete(route('passkey.destroy', { passkey: id }), {
      errorBag: 'removePasskey',
      preserveScroll: true,
      onError: (errors) => onError(Object.values(errors)[0] ?? null),
      async onSuccess() {
        await (await import('#web/lib/passkey-flows.ts')).forgetRemovedPasskeys()
      },
    })
  }

  function confirmAndRemove() {
    if (!passkey) return
    onClose()
    confirm(() => remove(passkey.id))
  }

  return (
    <Dialog
      open={passkey !== null}
      onClose={onClose}
      title={t('Remove "{name}"?', { name: passkey?.name ?? '' })}
    >
      <p>{t("You can't sign in with it any more. Your other ways to sign in stay.")}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button tone="danger" onClick={confirmAndRemove}>
          {label}
        </Button>
      </div>
    </Dialog>
  )
}
