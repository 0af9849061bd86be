import { useState } from 'react'

import { Button } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Field } from '#web/components/Field.tsx'
import { FormSection } from '#web/components/FormSection.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { beerMug } from '#web/components/icons/beer-mug.ts'
import { syncArrows } from '#web/components/icons/sync-arrows.ts'
import { Select } from '#web/components/Select.tsx'
import { Skeleton } from '#web/components/Skeleton.tsx'
import { Tooltip } from '#web/components/Tooltip.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { toast } from '#web/lib/toast.ts'

/** Components that need a browser to test, on one page without an account. */
function Gallery() {
  const [isOpen, setOpen] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const t = useTranslation()
  const showToast = () => toast(t, { tone: 'success', message: 'The device is signed out.' })

  return (
    <main className="grid gap-6 p-6">
      <h1 className="heading">Components</h1>
      <Button onClick={() => setOpen(true)}>Sign out device</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Sign out device?">
        <p>Chrome on macOS has to sign in again.</p>
        <div className="dialog-actions">
          <Button onClick={() => setOpen(false)}>Keep it</Button>
          <Button tone="danger">End it</Button>
        </div>
      </Dialog>
      <Button onClick={showToast}>Show a toast</Button>
      <Tooltip text="Saturday, 21 November">two days ago</Tooltip>
      <Button onClick={() => setLoading(true)}>Load again</Button>
      {isLoading && <Skeleton />}
      <EmptyState icon={beerMug} action={<Icon path={syncArrows} />}>
        Nothing happened yet.
      </EmptyState>
      <FormSection
        id="name"
        title="Name"
        description="What we call you."
        action="/name"
        submitLabel="Save it"
      >
        <Field name="name" label="Your name" autoComplete="name" />
        <Select name="language" label="Your language">
          <option>English</option>
          <option>Deutsch</option>
        </Select>
      </FormSection>
    </main>
  )
}

export async function resolvePage() {
  return Gallery
}
