import { useState } from 'react'

import { Button } from '#web/parts/Button.tsx'
import { Dialog } from '#web/parts/Dialog.tsx'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { Field } from '#web/parts/Field.tsx'
import { FormSection } from '#web/parts/FormSection.tsx'
import { Icon } from '#web/parts/Icon.tsx'
import { beerMug } from '#web/parts/icons/beer-mug.ts'
import { syncArrows } from '#web/parts/icons/sync-arrows.ts'
import { Select } from '#web/parts/Select.tsx'
import { Skeleton } from '#web/parts/Skeleton.tsx'
import { Tip } from '#web/parts/Tip.tsx'
import { toast } from '#web/parts/toast.ts'

/** The parts that are hard to get right, on one page, in no state of any account. */
function Gallery() {
  const [isOpen, open] = useState(false)
  const [isWaiting, wait] = useState(false)
  const say = () =>
    toast({ tone: 'success', sentence: 'The session has ended.', dismiss: 'Dismiss' })

  return (
    <main className="grid gap-6 p-6">
      <h1 className="heading">Parts</h1>
      <Button onClick={() => open(true)}>End this session</Button>
      <Dialog open={isOpen} onClose={() => open(false)} title="End this session?">
        <p>Chrome on macOS has to sign in again.</p>
        <div className="dialog-actions">
          <Button onClick={() => open(false)}>Keep it</Button>
          <Button tone="danger">End it</Button>
        </div>
      </Dialog>
      <Button onClick={say}>Say so</Button>
      <Tip text="Saturday, 21 November">two days ago</Tip>
      <Button onClick={() => wait(true)}>Load again</Button>
      {isWaiting && <Skeleton />}
      <EmptyState icon={beerMug} action={<Icon of={syncArrows} />}>
        Nothing happened yet.
      </EmptyState>
      <FormSection id="name" title="Name" about="What we call you." action="/name" submit="Save it">
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
