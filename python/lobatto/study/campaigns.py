"""The campaign of a study file, of whichever sort it is."""

from pathlib import Path
from typing import Any

from lobatto.machine_package import machine_module
from lobatto.study.campaign import Campaign
from lobatto.study.case_campaign import CaseCampaign
from lobatto.study.case_study import CaseStudy
from lobatto.study.study_file import read_study


def campaign_of(study_file: Path, folder: Path | None = None) -> Campaign[Any, Any]:
    """folder: by default runs/<name of the study> below the current folder."""
    study = read_study(study_file)
    if isinstance(study, CaseStudy):
        return CaseCampaign(study, folder)
    kernels = machine_module("kernels.campaign", "a study of kernels")
    found: Campaign[Any, Any] = kernels.KernelCampaign(study, folder)
    return found
