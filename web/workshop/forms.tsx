// Form fields, switches and other ways to choose.
import { useState } from 'react'
import { chooseTheme, useTheme } from '../lib/theme.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { CardList } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { ListRow } from '../ui/list-row.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Select } from '../ui/select.tsx'
import { SettingRow, SwitchRow } from '../ui/setting-row.tsx'
import { Switch } from '../ui/switch.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import { Input, PasswordInput, Textarea } from '../ui/text-input.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { Part } from './part.tsx'

const TYPES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
  { value: 'comment', label: 'Comment' },
] as const
const RANGES = ['1M', '3M', '1Y', 'All'].map((range) => ({ value: range, label: range }))

export function Forms() {
  const [type, setType] = useState<'buy' | 'sell' | 'comment'>()
  const [premium, setPremium] = useState(true)
  const [agreed, setAgreed] = useState(true)
  const [feed, setFeed] = useState<'following' | 'everyone'>('following')
  const [range, setRange] = useState('1Y')
  const [tab, setTab] = useState<'in' | 'up'>('in')
  return (
    <>
      <Part title="Field: default, filled, error, read-only, disabled, several lines, choice">
        <Field label="Email Address">
          <Input type="email" placeholder="Enter your email" />
        </Field>
        <Field label="Display Name" mark="(Optional)" hint="Up to 50 characters.">
          <Input defaultValue="Jonas Weber" />
        </Field>
        <Field label="Email Address" error="Please enter a valid email address">
          <Input defaultValue="jonas@" />
        </Field>
        <Field label="Password" hint="At least 6 characters.">
          <PasswordInput defaultValue="signalpost" autoComplete="off" />
        </Field>
        <Field label="Email Address" hint="Your invitation is for this address.">
          <Input defaultValue="jonas@post.example" readOnly />
        </Field>
        <Field label="Disabled">
          <Input defaultValue="jonas_weber" disabled />
        </Field>
        <Field label="Bio" hint="Draft saved" counter="36/160 characters">
          <Textarea defaultValue="Writing down why I buy before I buy." />
        </Field>
        <Field label="Signal type">
          <Select options={TYPES} value={type} onValueChange={setType} placeholder="Choose a type" />
        </Field>
      </Part>
      <Part title="Money field">
        <Field label="Monthly price" hint="From $5 to $100.">
          <MoneyInput per="/month" defaultValue="12.00" />
        </Field>
        <Field label="Monthly price" error="Subscription price must be at least $5.00">
          <MoneyInput per="/month" defaultValue="4.50" />
        </Field>
      </Part>
      <Part title="Checkbox">
        <Checkbox checked={agreed} onCheckedChange={setAgreed}>
          I’m 18 or older, and I agree to the Terms.
        </Checkbox>
        <Checkbox checked={false} onCheckedChange={() => {}} error="Tick the box to go on.">
          I’m 18 or older, and I agree to the Terms.
        </Checkbox>
      </Part>
      <Part title="Switch, disclosure">
        <Switch
          label="Premium"
          hint="Only your subscribers can read it."
          checked={premium}
          onCheckedChange={setPremium}
        />
        <Switch label="Off" checked={false} onCheckedChange={() => {}} />
        <Switch label="Disabled" hint="Not now." checked disabled onCheckedChange={() => {}} />
        <div>
          <Disclosure label="Add details">
            <Field label="Time horizon" mark="(Optional)">
              <Input placeholder="Months" />
            </Field>
          </Disclosure>
        </div>
      </Part>
      <Part title="Rows of settings">
        <CardList as="ul">
          <SettingRow
            name="Email"
            state="marta@example.com · Verified"
            href="#email"
            action="Change"
            label="Change email"
          />
          <SettingRow
            name="Phone"
            state="Added Apr 4, 2026 · not used yet"
            href="#phone"
            action="Remove"
            label="Remove passkey Phone"
            variant="ghost"
          />
          <SwitchRow
            name="Private profile"
            state="Only your paying subscribers see you"
            checked={premium}
            onCheckedChange={setPremium}
          />
          <ListRow
            stack
            title="Theme"
            sub="On this device"
            end={<ThemeSwitch value={useTheme()} onValueChange={chooseTheme} />}
          />
        </CardList>
      </Part>
      <Part title="Segmented switch (wide, small), theme, tabs">
        <SegmentedControl
          label="Whose signals"
          value={feed}
          onValueChange={setFeed}
          options={[
            { value: 'following', label: 'Following' },
            { value: 'everyone', label: 'Everyone' },
          ]}
        />
        <div>
          <SegmentedControl label="Range" size="sm" value={range} onValueChange={setRange} options={RANGES} />
        </div>
        <div>
          <ThemeSwitch value={useTheme()} onValueChange={chooseTheme} />
        </div>
        <Tabs
          label="Account"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'in', label: 'Sign In' },
            { value: 'up', label: 'Create Account' },
          ]}
        >
          <TabPanel value="in">
            <p className="text-ink-2">Username and password.</p>
          </TabPanel>
          <TabPanel value="up">
            <p className="text-ink-2">A new account.</p>
          </TabPanel>
        </Tabs>
      </Part>
    </>
  )
}
