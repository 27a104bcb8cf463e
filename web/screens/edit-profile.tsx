// Changing the own profile: its words from one feature, its picture from another.
import { PictureUpload } from '#web/features/uploads/picture-upload.tsx'
import { EditProfileDialog } from '#web/features/users/edit-profile-dialog.tsx'

export default function EditProfile() {
  return <EditProfileDialog picture={<PictureUpload />} />
}
