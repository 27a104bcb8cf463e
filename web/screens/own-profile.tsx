// The own profile: what others see, and the ways to change it, to earn with it and to leave.
import { Monitor, Moon, Sun, SunMoon } from 'lucide-react'
import { wayToCreate } from '#web/features/creators/gate.ts'
import { RecentSignals } from '#web/features/signals/recent-signals.tsx'
import { PictureUpload } from '#web/features/uploads/picture-upload.tsx'
import { EditProfileDialog } from '#web/features/users/edit-profile-dialog.tsx'
import { ProfileHead } from '#web/features/users/profile-head.tsx'
import { SignOut } from '#web/features/users/sign-out.tsx'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { chooseTheme, useTheme } from '#web/ui/theme.ts'

export function OwnProfile() {
  const viewer = useViewer()
  const signalDialog = useDialogHref('signal')
  return (
    <>
      <ProfileHead person={viewer} actions={<OwnActions isCreator={viewer.isCreator} />} />
      <RecentSignals
        userId={viewer.id}
        empty={
          <Card>
            <EmptyState
              action={
                <Button asChild variant="outline">
                  <a href={wayToCreate(viewer) ?? signalDialog}>
                    <span aria-hidden="true">📡</span> New signal
                  </a>
                </Button>
              }
            >
              You haven't posted any signals yet. Share your first trade idea!
            </EmptyState>
          </Card>
        }
      />
      <EditProfileDialog picture={<PictureUpload />} />
    </>
  )
}

function OwnActions({ isCreator }: { isCreator: boolean }) {
  const editDialog = useDialogHref('edit-profile')
  return (
    <>
      <Button asChild variant="outline">
        <a href={editDialog}>Edit Profile</a>
      </Button>
      {isCreator ? (
        <Button asChild variant="outline">
          <a href={paths.subscriptions}>Manage Subscriptions</a>
        </Button>
      ) : (
        <Button asChild>
          <a href={paths.creatorSubscribe}>Enable Creator Mode</a>
        </Button>
      )}
      <SignOut />
      <ThemeMenu />
    </>
  )
}

const THEMES = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

function ThemeMenu() {
  const theme = useTheme()
  return (
    <Menu trigger={<IconButton icon={SunMoon} label="Theme" className="flex-none!" />}>
      {THEMES.map(({ value, label, icon }) => (
        <MenuItem key={value} icon={icon} checked={theme === value} onSelect={() => chooseTheme(value)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
