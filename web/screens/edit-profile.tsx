// The dialog for editing the viewer's profile: its text from one feature, its picture from another.
import { PictureUpload } from '#web/features/uploads/picture-upload.tsx'
import { EditProfileDialog } from '#web/features/users/edit-profile-dialog.tsx'

export default function EditProfile() {
  return <EditProfileDialog picture={<PictureUpload />} />
}
