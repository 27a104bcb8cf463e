// Overlays: dialogs, toasts, menu and tooltip. `?open=share` in the address opens a dialog.
import { useState } from 'react'
import { CreditCard, Ellipsis, Info, Pencil, Trash2 } from 'lucide-react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Chip, ChipList } from '../ui/chip.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Select } from '../ui/select.tsx'
import { Switch } from '../ui/switch.tsx'
import { Input, Textarea } from '../ui/text-input.tsx'
import { showToast } from '../ui/toast-store.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { Part, Row } from './part.tsx'

export function Overlays({ first }: { first: boolean }) {
  const asked = first ? new URLSearchParams(location.search).get('open') : null
  const [open, setOpen] = useState(asked)
  const close = (next: boolean) => !next && setOpen(null)
  return (
    <Part title="Dialog, toast, menu, tooltip">
      <Row>
        <Button variant="outline" onClick={() => setOpen('share')}>
          Signal dialog
        </Button>
        <Button variant="outline" onClick={() => setOpen('ask')}>
          Question
        </Button>
        <Button variant="outline" onClick={() => setOpen('form')}>
          Form
        </Button>
        <Button variant="outline" onClick={() => showToast(POSTED)}>
          Toast
        </Button>
        <Button variant="outline" onClick={() => showToast(FAILED)}>
          Failed toast
        </Button>
        <Menu trigger={<IconButton icon={Ellipsis} label="More actions" />}>
          <MenuItem icon={Pencil} onSelect={() => setOpen('ask')}>
            Edit Profile
          </MenuItem>
          <MenuItem icon={CreditCard} href="/subscriptions">
            Manage Subscriptions
          </MenuItem>
          <MenuItem checked>Premium only</MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} tone="danger">
            Cancel plan
          </MenuItem>
        </Menu>
        <Tooltip text="Time-weighted, from a linked account.">
          <IconButton icon={Info} label="About this figure" />
        </Tooltip>
      </Row>
      <ShareDialog open={open === 'share'} onOpenChange={close} />
      {open === 'form' && (
        <FormDialog
          title="Change email"
          subtitle="Current: marta@example.com"
          onClose={() => setOpen(null)}
          onSubmit={(event) => event.preventDefault()}
          submitLabel="Send link"
          pendingLabel="Sending..."
          isPending={false}
          error="We couldn’t send the link. Try again."
        >
          <Field label="New email">
            <Input type="email" />
          </Field>
        </FormDialog>
      )}
      <ConfirmDialog
        open={open === 'ask'}
        onClose={() => setOpen(null)}
        title="Cancel subscription?"
        confirmLabel="Cancel subscription"
        pendingLabel="Canceling..."
        isPending={false}
        onConfirm={() => setOpen(null)}
      >
        <p className="text-pretty text-ink-2">
          You keep access to marta_lind until Dec 20, 2026. You won’t be charged again.
        </p>
      </ConfirmDialog>
    </Part>
  )
}

const POSTED = { title: 'Signal Posted', description: 'Your signal has been shared with your followers.' }
const FAILED = {
  title: 'Update Failed',
  description: 'Failed to update subscription price',
  tone: 'destructive',
} as const
const INTENTS = ['Bullish', 'Bearish', 'Taking Profits', 'Adding Position', 'Watching'].map((word) => ({
  value: word,
  label: word,
}))

function ShareDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [pending, setPending] = useState(false)
  const [premium, setPremium] = useState(true)
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title="Share Investment Signal"
      subtitle="A signal is a record. You can’t edit or delete it."
      onSubmit={(event) => {
        event.preventDefault()
        setPending(true)
        setTimeout(() => setPending(false), 1500)
      }}
      foot={
        <>
          <Banner tone="caution">This content is informational and not financial advice.</Banner>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" pending={pending} pendingLabel="Posting...">
            Post Signal
          </Button>
        </>
      }
    >
      <Field label="Signal type">
        <Select
          options={[
            { value: 'buy', label: 'Buy' },
            { value: 'sell', label: 'Sell' },
          ]}
          value="buy"
          onValueChange={() => {}}
        />
      </Field>
      <Field
        label="Tickers"
        mark="(Optional)"
        hint="Press Enter or a comma to add."
        after={
          <ChipList label="Tickers added">
            <Chip onRemove={() => {}} removeLabel="Remove ASML">
              $ASML
            </Chip>
          </ChipList>
        }
      >
        <div className="flex gap-2">
          <Input placeholder="NVDA" autoCapitalize="characters" />
          <Button variant="outline">Add</Button>
        </div>
      </Field>
      <Field label="Content" hint="Draft saved" counter="147/1000">
        <Textarea defaultValue="Added a third of my planned position in the low 640s. Order intake is lumpy, so I size for a bad quarter." />
      </Field>
      <Disclosure label="Add details" defaultOpen>
        <div className="grid gap-4 xs:grid-cols-2">
          <Field label="Intent">
            <Select options={INTENTS} value="Adding Position" onValueChange={() => {}} />
          </Field>
          <Field label="Time horizon">
            <Input defaultValue="Months" />
          </Field>
        </div>
      </Disclosure>
      <Switch
        label="Premium"
        hint="Only your subscribers can read it."
        checked={premium}
        onCheckedChange={setPremium}
      />
    </Dialog>
  )
}
