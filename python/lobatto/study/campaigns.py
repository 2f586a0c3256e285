"""The campaign of a study file, of whichever sort it is."""

from pathlib import Path

from lobatto.study.case_campaign import CaseCampaign
from lobatto.study.kernel_campaign import KernelCampaign
from lobatto.study.kernel_study import KernelStudy
from lobatto.study.study_file import read_study


def campaign_of(study_file: Path, folder: Path | None = None) -> CaseCampaign | KernelCampaign:
    """folder: by default runs/<name of the study> below the current folder."""
    study = read_study(study_file)
    if isinstance(study, KernelStudy):
        return KernelCampaign(study, folder)
    return CaseCampaign(study, folder)
